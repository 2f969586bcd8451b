/** What is named on a page: by its role, or `field` for whatever can be filled in. */
export type Kind = 'heading' | 'link' | 'button' | 'option' | 'dialog' | 'slider' | 'field'

/**
 * One window of a browser, used as a person does: things are found by what the browser itself takes for their role and accessible name,
 * and waited for; each call rejects when they do not come.
 */
export interface EngineWindow {
  /** Goes to an address, as if it was typed. */
  open(address: string): Promise<void>
  /** Waits until it is seen. */
  see(kind: Kind, name: string): Promise<void>
  click(kind: Kind, name: string): Promise<void>
  /** Replaces what a field holds. */
  fill(field: string, text: string): Promise<void>
  /** Chooses an option of a native select, by its value. */
  choose(field: string, value: string): Promise<void>
  /** Presses keys together, such as Control and k. */
  press(...keys: readonly Key[]): Promise<void>
  /** The value of a JavaScript expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Saves what the window shows as PNG. */
  photograph(path: `${string}.png`): Promise<void>
  /** Errors that nobody caught, and those of the browser's console, since the window was opened. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

export type Key = 'Control' | 'Enter' | 'Escape' | 'k'

/** A window's size, in CSS pixels. */
export const size = { width: 1440, height: 900 }

/** How long a window waits for anything, in milliseconds: a limit that only what is stuck meets. */
export const PATIENCE_MS = 60_000

/** Fields, and what WebDriver looks among for each role. */
export const selectors: Readonly<Record<Kind, string>> = {
  heading: 'h1, h2, h3',
  link: 'a[href]',
  button: 'button',
  option: '[role=option]',
  dialog: 'dialog, [role=dialog]',
  slider: '[role=slider]',
  field: 'input, select, textarea',
}
