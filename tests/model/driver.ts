import type { Story } from './model'

/** A form of the signed-out pages. `right`: the server will accept its values; `second`: and require a second step. */
export type FormName = 'signIn' | 'signUp' | 'forgotPassword'

/** A call whose answer is held back until the table says how it ends; `reload` is the page's own, after a sign-up. */
export type CallName = 'signIn' | 'signUp' | 'socialSignIn' | 'verify' | 'forgotPassword' | 'refresh' | 'reload' | 'request'

/**
 * How a call ends: the real server answers (`done`); it answers 401 (`rejected`); it is overloaded and asks for a minute (`busy`); the
 * network is down (`offline`); the browser blocks it (`blocked`); the user says no in the provider's window, or to the device that asks for
 * a passkey (`declined`), or has an account that requires a second step (`second`).
 */
export type Outcome = Answer | 'blocked' | 'declined' | 'second'
/** How a call of the API ends. */
export type Answer = 'done' | 'rejected' | 'busy' | 'offline'

/** An action of another tab of the same browser. */
export type Remote =
  | 'signIn'
  | 'signOut'
  | 'clearStorage'
  | 'storeNewer'
  | 'storeSomebodyElse'
  | 'storeEndedAgain'
  | 'storeGarbage'
  | 'touchStorage'

/** A change of this tab's own storage without an event. */
export type Local = 'clear' | 'storeSomebodyElse' | 'block'

/** The content of storage when a tab opens. */
export type Stored = 'nothing' | 'live' | 'out' | 'garbage'

/**
 * A system under test, driven by the rows of the table. Every system does the same things in its own way. It must throw for what it cannot
 * do: a step that does nothing would pass unnoticed.
 */
export interface Driver {
  /** Receives the next step. */
  begin(story: Story): Promise<void>
  /** Opens the console in a tab whose storage holds this. */
  open(stored: Stored): Promise<void>
  submit(form: FormName, right: boolean | 'second'): Promise<void>
  /** Types a code of the authenticator app and submits it, or chooses a passkey, for which the device then asks. */
  verify(way: 'right code' | 'wrong code' | 'passkey'): Promise<void>
  click(what: 'Google' | 'Facebook' | 'Passkey' | 'Cancel' | 'Back to sign in' | 'Sign out'): Promise<void>
  /** Opens another area, whose request is held back or waits for a token first. */
  ask(): Promise<void>
  settle(call: CallName, outcome: Outcome): Promise<void>
  remote(what: Remote): Promise<void>
  local(what: Local): Promise<void>
  /** Lets time pass and timers run out: for some milliseconds, until the token is about to expire, or until a refresh may be retried. */
  elapse(time: number | 'due' | 'pause'): Promise<void>
  /** Suspends the machine: time passes until the token is about to expire or has expired, but no timer runs. */
  sleep(time: 'due' | 'out' | 'minute'): Promise<void>
  /** Shows the tab again, or restores the network. */
  wake(by: 'visible' | 'online'): Promise<void>
  /** Waits until the system is in the story's state, and checks what it shows. */
  expectState(story: Story): Promise<void>
}
