"""What is said and sounded at the table: pure texts, and the ports that speak them. It decides nothing."""
