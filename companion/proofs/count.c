/* A plugin for qemu's emulation of a 64-bit Arm: counts instructions that are executed, all of them, those of the vector
 * units, and loads and stores. Whenever the program calls getsid, which nothing else here does, the three counts are
 * written to the file named by the argument `out`. It is compiled for qemu 7.2, the version that is fetched; the
 * declarations are those of that version's plugin interface. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define GETSID 156

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum qemu_plugin_op, void *, uint64_t);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_syscall_cb(plugin_id, void (*)(plugin_id, unsigned, int64_t, uint64_t, uint64_t,
                                          uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));

EXPORT int qemu_plugin_version = 1;

static uint64_t all, vector, memory;
static FILE *out;

/* A block of instructions was translated: whenever it is executed, its numbers are added. */
static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    uint64_t vectors = 0, memories = 0;
    size_t length = qemu_plugin_tb_n_insns(block);
    for (size_t at = 0; at < length; at++) {
        uint32_t code;
        memcpy(&code, qemu_plugin_insn_data(qemu_plugin_tb_get_insn(block, at)), sizeof code);
        uint32_t group = code >> 25 & 15;
        vectors += (group & 7) == 7;
        memories += (group & 5) == 4;
    }
    qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, &all, length);
    qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, &vector, vectors);
    qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, &memory, memories);
}

static void called(plugin_id id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                   uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    if (number == GETSID) {
        fprintf(out, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", all, vector, memory);
        fflush(out);
    }
}

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments)
{
    if (count != 1 || strncmp(arguments[0], "out=", 4) || !(out = fopen(arguments[0] + 4, "w")))
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
