// The Verilated top of a board behind the C interface of board_model.h. What its pins are is data: BOARD_PINS.
// SPDX-License-Identifier: Apache-2.0
//
// BOARD_PINS names a header that defines BOARD_NAME, BOARD_CHIP, BOARD_CHANNEL, BOARD_FIFO, the clock's port
// BOARD_CLOCK, and the other ports: BOARD_INPUTS(PIN) and BOARD_OUTPUTS(PIN) list PIN(chip's pins from which on, number
// of pins, port), BOARD_DRIVEN(top) says which of the outputs the board drives.
#include <cstdint>
#include <exception>
#include <memory>

#include BOARD_VERILATED
#include BOARD_PINS
#include "board_model.h"
#include "verilated.h"

struct board_model {
    VerilatedContext context;
    std::unique_ptr<BOARD_CLASS> top;
};

namespace
{

constexpr uint32_t mask(int pins)
{
    return (uint32_t{1} << pins) - 1;
}

uint32_t levels_of(const BOARD_CLASS &top)
{
    uint32_t levels = 0, driven = 0;
#define PIN(at, pins, port)                                                                                            \
    levels |= (static_cast<uint32_t>(top.port) & mask(pins)) << (at);                                                  \
    driven |= mask(pins) << (at);
    BOARD_OUTPUTS(PIN)
#undef PIN
    return levels | ~driven;
}

board_model *open_board()
{
    try {
        std::unique_ptr<board_model> m(new board_model);
        m->context.threads(1); // else each instance keeps an idle thread for every further processor
        m->top.reset(new BOARD_CLASS(&m->context));
        m->top->BOARD_CLOCK = 0;
        m->top->eval();
        return m.release();
    } catch (const std::exception &) {
        return nullptr;
    }
}

void close_board(board_model *m)
{
    if (m != nullptr)
        m->top->final();
    delete m;
}

void drive(board_model *m, uint32_t levels)
{
    BOARD_CLASS &top = *m->top;
#define PIN(at, pins, port) top.port = levels >> (at)&mask(pins);
    BOARD_INPUTS(PIN)
#undef PIN
    top.eval();
}

// A pin that the board does not drive is pulled up.
uint32_t sense(const board_model *m, uint32_t *driven)
{
    *driven = BOARD_DRIVEN((*m->top));
    return levels_of(*m->top) | ~*driven;
}

uint32_t run(board_model *m, uint32_t cycles)
{
    BOARD_CLASS &top = *m->top;
    const uint32_t levels = levels_of(top), driven = BOARD_DRIVEN(top);
    uint32_t done = 0;

    while (done < cycles && levels == levels_of(top) && driven == BOARD_DRIVEN(top)) {
        top.BOARD_CLOCK = 1;
        top.eval();
        top.BOARD_CLOCK = 0;
        top.eval();
        ++done;
    }
    return done;
}

const board_model_api kApi = {BOARD_MODEL_ABI, BOARD_NAME,  BOARD_CHIP, BOARD_CHANNEL, BOARD_FIFO, BOARD_CLOCK_HZ,
                              open_board,      close_board, drive,      sense,         run};

} // namespace

extern "C" const board_model_api *board_model_get(void)
{
    return &kApi;
}
