import type UPlot from 'uplot'

/** Redraws on changes of the frame's width and the theme; the returned function stops it. */
export function redrawn(element: HTMLElement, plot: UPlot): () => void {
  const width = new ResizeObserver(() => {
    if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height: plot.height })
  })
  width.observe(element)
  const again = () => plot.redraw(false, true)
  const theme = new MutationObserver(again)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', again)
  return () => {
    width.disconnect()
    theme.disconnect()
    dark.removeEventListener('change', again)
  }
}
