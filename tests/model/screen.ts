/** What answers a call that is held back: the real server, a server that is too busy, or nobody. */
type Ending = 'done' | 'busy' | 'offline'

/**
 * A screen of the console, in whichever browser. Calls that the machine makes are held back until the table says how they end; so is the
 * reading of a file.
 */
export interface Screen {
  press(button: string | RegExp): Promise<void>
  choose(label: string, file: { readonly name: string; readonly text: string }): Promise<void>
  type(label: string, text: string): Promise<void>
  tick(label: string): Promise<void>
  select(label: string, option: string): Promise<void>
  /** Lets the call that is held back end. */
  settle(ending: Ending): Promise<void>
  /** Lets the file that is being read be read, or be unreadable. */
  read(isReadable: boolean): Promise<void>
  /** Somebody else does this meanwhile, by the API. */
  meanwhile(method: 'POST' | 'PUT', path: string, body: object): Promise<void>
  goOnline(): Promise<void>
}
