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
