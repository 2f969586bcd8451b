import type UPlot from 'uplot'

/** The moment under the cursor in seconds since 1970; null: none. */
function momentOf(plot: UPlot): number | null {
  return plot.data[0][plot.cursor.idx ?? -1] ?? null
}

/** Moves the cursor to a moment. Before the plot is ready, it has no scale to place it by: do it again then. */
export function pointTo(plot: UPlot, at: number | null): void {
  if (plot.status === 0 || at === null || momentOf(plot) === at) return
  plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 }, false)
}

/**
 * Hooks of a plot: its cursor starts at `at()`, and `onPlace` gets the moment under the pointer. Ignored until the plot is ready: without a
 * scale uPlot takes any position for the last point.
 */
export function cursorHooks(at: () => number | null, onPlace: (at: number | null) => void): UPlot.Hooks.Arrays {
  return {
    ready: [(plot) => pointTo(plot, at())],
    setCursor: [(plot) => plot.status === 1 && onPlace(momentOf(plot))],
  }
}
