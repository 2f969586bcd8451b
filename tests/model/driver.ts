import type { Story } from './model'

/** A form of the signed-out pages. `right`: the server will accept what is typed; `second`: and ask for a second step. */
export type FormName = 'signIn' | 'signUp' | 'forgotPassword'

/** A call whose answer is held back until the table says how it ends; `reload` is the page's own, after a sign-up. */
export type CallName = 'signIn' | 'signUp' | 'socialSignIn' | 'verify' | 'forgotPassword' | 'refresh' | 'reload' | 'request'

/**
 * How a call ends: the real server answers (`done`); it says 401 (`rejected`); it is overloaded and asks for a minute (`busy`); the
 * network is down (`offline`); the browser does not follow it (`blocked`); the user says no in the provider's window (`declined`), or is
 * somebody whose account asks for a second step (`second`).
 */
export type Outcome = Answer | 'blocked' | 'declined' | 'second'
/** How a call of the API ends. */
export type Answer = 'done' | 'rejected' | 'busy' | 'offline'

/** What another tab of the same browser does. */
export type Remote =
  'signIn' | 'signOut' | 'clearStorage' | 'storeNewer' | 'storeSomebodyElse' | 'storeEndedAgain' | 'storeGarbage' | 'touchStorage'

/** What happens to this tab's own storage, without an event that tells of it. */
export type Local = 'clear' | 'storeSomebodyElse' | 'block'

/** What a tab finds in storage when it is opened. */
export type Stored = 'nothing' | 'live' | 'out' | 'garbage'

/**
 * A system under test, played by the rows of the table. Every system does the same things in its own way; what it cannot do it must
 * refuse by throwing, for a step that does nothing would pass unseen.
 */
export interface Driver {
  /** Hears which step comes next. */
  begin(story: Story): Promise<void>
  /** Opens the console in a tab whose storage holds this. */
  open(stored: Stored): Promise<void>
  submit(form: FormName, right: boolean | 'second'): Promise<void>
  /** Types a code of the authenticator app, and sends it. */
  verify(right: boolean): Promise<void>
  click(what: 'Google' | 'Facebook' | 'Cancel' | 'Back to sign in' | 'Sign out'): Promise<void>
  /** Opens another area; the answer to its request is held back, or waits for a token first. */
  ask(): Promise<void>
  settle(call: CallName, outcome: Outcome): Promise<void>
  remote(what: Remote): Promise<void>
  local(what: Local): Promise<void>
  /** Time passes, and timers with it: so many milliseconds, until the token is about to run out, or until a refresh may be tried again. */
  elapse(time: number | 'due' | 'pause'): Promise<void>
  /** The machine sleeps: time passes, until the token is about to run out or has, but no timer sees it. */
  sleep(time: 'due' | 'out' | 'minute'): Promise<void>
  /** The tab is looked at again, or the network is back. */
  wake(by: 'visible' | 'online'): Promise<void>
  /** Waits until the system is where the story says, and judges what can be seen of it. */
  expectState(story: Story): Promise<void>
}
