/** The role of an element, or `field` for anything that can be filled in. */
export type Kind = 'heading' | 'link' | 'button' | 'option' | 'dialog' | 'slider' | 'field'

/**
 * One window of a browser, used as a person does: finds elements by the role and accessible name that the browser itself computes, and
 * waits for them; each call rejects when they do not appear.
 */
export interface EngineWindow {
  /** Gives the page this size, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Goes to an address, as if typed. */
  open(address: string): Promise<void>
  /** Waits until the element is visible. */
  see(kind: Kind, name: string): Promise<void>
  click(kind: Kind, name: string): Promise<void>
  /** Replaces a field's text. */
  fill(field: string, text: string): Promise<void>
  /** Chooses an option of a native select, by its value. */
  choose(field: string, value: string): Promise<void>
  /** Presses keys together, such as Control and k. */
  press(...keys: readonly Key[]): Promise<void>
  /** Returns the value of a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Saves a picture of the window as PNG. */
  photograph(path: `${string}.png`): Promise<void>
  /** Uncaught errors, and errors in the browser's console, since the window was opened. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

export type Key = 'Control' | 'Enter' | 'Escape' | 'k'

/** A window's size at first, in CSS pixels. */
export const size = { width: 1440, height: 900 }

/** Longest wait of a window, in milliseconds: only a stuck one reaches it. */
export const PATIENCE_MS = 60_000

/** Selectors of the elements among which WebDriver looks for each role. */
export const selectors: Readonly<Record<Kind, string>> = {
  heading: 'h1, h2, h3',
  link: 'a[href]',
  button: 'button',
  option: '[role=option]',
  dialog: 'dialog, [role=dialog]',
  slider: '[role=slider]',
  field: 'input, select, textarea',
}
