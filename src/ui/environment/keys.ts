/** Storage key of the switch for single-key shortcuts; its value is "off". */
export const SINGLE_KEYS = 'keys'

/** Whether a key without Ctrl, Alt or ⌘ is a shortcut: the user is not typing, and no dialog or menu is open. */
export function isSingleKey(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !isCovered()
}

/** Whether a dialog or a menu is open. */
export function isCovered(): boolean {
  return document.querySelector('dialog[open], [role="menu"]:focus-within') !== null
}

/** Whether the key goes into a text field; a checkbox takes no text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
}
