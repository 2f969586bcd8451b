/** The computed styles of elements that only their names style, by name. */
const styles = new Map<string, CSSStyleDeclaration>()
/** Attributes by which elements are hidden or styled here, where the product's style sheets are not loaded. */
const attributes = ['style', 'hidden', 'popover']
const patched = new WeakSet<Window>()

/**
 * Makes `getComputedStyle` remember its answers by an element's name. A search by role asks for the styles of all that it looks at, and jsdom
 * compares each with a whole style sheet, again after each change of the page: a fifth of these tests' time.
 */
export function rememberComputedStyles(window: Window): void {
  if (patched.has(window)) return
  patched.add(window)
  const compute = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) => {
    if (isStyled(element) || inheritsVisibility(element)) return compute(element, pseudo)
    const { localName } = element
    const style = styles.get(localName) ?? remembering(compute(document.createElement(localName)))
    styles.set(localName, style)
    return style
  }
}

function isStyled(element: Element): boolean {
  const { localName } = element
  if (localName === 'dialog' || element.getAttribute('type') === 'hidden') return true
  return attributes.some((name) => element.hasAttribute(name))
}

function inheritsVisibility({ parentElement }: Element): boolean {
  for (let one = parentElement; one !== null; one = one.parentElement)
    if (one instanceof HTMLElement && one.hasAttribute('style') && one.style.visibility !== '') return true
  return false
}

/** Computes each property once. */
function remembering(style: CSSStyleDeclaration): CSSStyleDeclaration {
  const values = new Map<unknown, unknown>()
  const valueOf = (key: string | symbol): unknown => {
    if (!values.has(key)) values.set(key, Reflect.get(style, key))
    return values.get(key)
  }
  return new Proxy(style, { get: (_, key) => (key === 'getPropertyValue' ? valueOf : valueOf(key)) })
}
