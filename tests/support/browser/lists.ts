/**
 * For a page of any engine: names the cells of its list that are not wholly within the list's frame, or whose text is cut although the cell
 * has not its maximum width.
 */
export const cutCells = `(() => {
  const frame = document.querySelector('main .table-frame').getBoundingClientRect()
  const look = (element) => getComputedStyle(element)
  // For screen readers alone; it is a pixel wide.
  const isSpoken = (element, cell) => element !== cell && (look(element).position === 'absolute' || isSpoken(element.parentElement, cell))
  const isCut = (text, cell) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
  }
  return [...document.querySelectorAll('main thead th, main tbody :is(th, td)')].filter((cell) => {
    const { left, right, width } = cell.getBoundingClientRect()
    if (width === 0) return false
    if (left < frame.left - 1 || right > frame.right + 1) return true
    if (width >= parseFloat(look(cell).maxWidth) - 1) return false
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
      if (isCut(text, cell) && !isSpoken(text.parentElement, cell)) return true
    return false
  }).map((cell) => (cell.dataset.label ?? 'Header') + ': ' + cell.textContent)
})()`

/**
 * For a page of any engine: names the controls of its list's search and filters that do not stand in one row, whose content exceeds them, or
 * that reach into the next one or beyond the row.
 */
export const strayControls = `(() => {
  const row = document.querySelector('.list > .toolbar > .toolbar-start')
  const controls = [...row.querySelectorAll(':scope > :not([popover])')]
  const place = (element) => element.getBoundingClientRect()
  return controls.filter((control, at) => {
    const end = at + 1 < controls.length ? place(controls[at + 1]).left : place(row).right
    const isInRow = Math.abs(place(control).top - place(controls[0]).top) < 1 && place(control).right < end + 1
    return !isInRow || control.scrollWidth > control.clientWidth
  }).map((control) => 'Control: ' + (control.innerText || 'Search'))
})()`

/** For a page of any engine: scrolls its list to the far corner, and names the titles that do not stand above their columns, in sight. */
export const strayTitles = `(() => {
  const frame = document.querySelector('main .table-frame')
  frame.scrollTo(frame.scrollWidth, frame.scrollHeight)
  if (Math.min(frame.scrollLeft, frame.scrollTop) < 20 || document.documentElement.scrollHeight > innerHeight) return ['No frame scrolls both ways']
  const place = (element) => element.getBoundingClientRect()
  const cells = [...frame.querySelectorAll('tbody tr:last-child > *')]
  return [...frame.querySelectorAll('thead th')]
    .filter((title, at) => Math.abs(place(title).top - place(frame).top) > 2 || Math.abs(place(title).left - place(cells[at]).left) > 1)
    .map((title) => title.textContent)
})()`
