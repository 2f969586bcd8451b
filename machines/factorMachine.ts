import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { NewPasskeyBody, PasskeyOptions, RecoveryCodes, TotpSetUp } from '../src/contract/factors'

/** What an answer brings: what a new factor needs next, or new recovery codes; nothing of these after a removal. */
export interface FactorAnswer {
  /** For an authenticator app: its secret. */
  readonly setUp?: TotpSetUp
  /** For a passkey: the options for the browser's dialog. */
  readonly creation?: PasskeyOptions
  readonly codes?: RecoveryCodes['codes']
}

/** Why the server refused a call: a sentence for each field; empty for another reason. */
export interface FactorRefusal {
  readonly fields: Readonly<Record<string, string>>
}

/** The machine's context. The proof and the code of the app are not in it. */
export interface FactorContext {
  /** The name of a new passkey. */
  readonly name: string
  /** What the last answer brought. */
  readonly answer: FactorAnswer
  /** The passkey that the browser has created. */
  readonly passkey: object | null
  /** What is wrong with the form's values; null when nothing is. */
  readonly refused: FactorRefusal['fields'] | null
}

export type FactorEvent =
  /** `proof`: the password, or a code of the app; `name`: that of a new passkey. */
  | { readonly type: 'prove'; readonly proof: string; readonly name: string }
  | { readonly type: 'confirm'; readonly code: string }
  | { readonly type: 'close' }

/**
 * A change of a second factor: the user proves to be the owner, then sets up an app or a passkey, removes one, or has recovery codes created,
 * which are shown once. `src/app/account` provides the effects.
 */
export const factorMachine = setup({
  types: { context: {} as FactorContext, events: {} as FactorEvent, tags: {} as 'busy' },
  actors: {
    /** Sends the proof and the change; rejects with a `FactorRefusal`. */
    change: fromPromise<FactorAnswer, { proof: string }>(() => new Promise(() => {})),
    /** Confirms the app by its first code; rejects with a `FactorRefusal`. */
    confirmApp: fromPromise<FactorAnswer, { code: string }>(() => new Promise(() => {})),
    /** Has the browser create a passkey; null when the user declines. */
    makePasskey: fromPromise<object | null, { options: object | undefined }>(() => new Promise(() => {})),
    /** Adds the passkey to the account; rejects with a `FactorRefusal`. */
    addPasskey: fromPromise<FactorAnswer, NewPasskeyBody>(() => new Promise(() => {})),
  },
  guards: {
    bringsSecret: ({ context }) => context.answer.setUp !== undefined,
    bringsOptions: ({ context }) => context.answer.creation !== undefined,
    bringsCodes: ({ context }) => (context.answer.codes ?? []).length > 0,
    isDeclined: (_, { passkey }: { passkey: object | null }) => passkey === null,
  },
  actions: {
    noteName: assign((_, { name }: { name: string }) => ({ name })),
    noteAnswer: assign((_, { answer }: { answer: FactorAnswer }) => ({ answer, refused: null })),
    notePasskey: assign((_, { passkey }: { passkey: object | null }) => ({ passkey })),
    noteRefusal: assign((_, { error }: { error: unknown }) => ({ refused: fieldsIn(error) })),
    leave: () => {},
  },
}).createMachine({
  id: 'factor',
  description: 'A change of a second factor.',
  context: { name: '', answer: {}, passkey: null, refused: null },
  initial: 'proving',
  states: {
    proving: {
      description: 'The console asks for the password, or for a code of the app.',
      on: {
        prove: {
          description: 'The user enters it.',
          target: 'changing',
          actions: { type: 'noteName', params: ({ event }) => ({ name: event.name }) },
        },
        close: { description: 'The user cancels.', target: 'closed' },
      },
    },
    changing: {
      description:
        'The server checks the proof and makes the change. Only its answer brings recovery codes, so the dialog stays open.',
      tags: ['busy'],
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ event }) => {
          assertEvent(event, 'prove')
          return { proof: event.proof }
        },
        onDone: {
          description: 'The server accepts the proof.',
          target: 'answered',
          actions: { type: 'noteAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          description: 'Refused, or no answer: the user can correct the form.',
          target: 'proving',
          actions: { type: 'noteRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    showingSecret: {
      description: 'The console shows the secret for the app, once, and asks for its first code.',
      on: {
        confirm: { description: 'The user enters the code.', target: 'confirming' },
        close: { description: 'The user cancels; the app stays off.', target: 'closed' },
      },
    },
    confirming: {
      description:
        'The server checks the code and turns the app on. Only its answer brings recovery codes, so the dialog stays open.',
      tags: ['busy'],
      invoke: {
        id: 'confirmApp',
        src: 'confirmApp',
        input: ({ event }) => {
          assertEvent(event, 'confirm')
          return { code: event.code }
        },
        onDone: {
          description: 'The app is on.',
          target: 'answered',
          actions: { type: 'noteAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          description: 'Refused, or no answer: the user can correct the code.',
          target: 'showingSecret',
          actions: { type: 'noteRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    makingPasskey: {
      description: 'The browser asks the user for PIN, finger or face in a dialog of its own.',
      tags: ['busy'],
      invoke: {
        id: 'makePasskey',
        src: 'makePasskey',
        input: ({ context }) => ({ options: context.answer.creation?.options }),
        onDone: [
          {
            description: 'The user declines, or takes too long.',
            guard: { type: 'isDeclined', params: ({ event }) => ({ passkey: event.output }) },
            target: 'proving',
          },
          {
            description: 'The browser has created the passkey.',
            target: 'addingPasskey',
            actions: { type: 'notePasskey', params: ({ event }) => ({ passkey: event.output }) },
          },
        ],
        onError: { description: 'The browser cannot create a passkey.', target: 'proving' },
      },
    },
    addingPasskey: {
      description: 'The server adds the passkey. Only its answer brings recovery codes, so the dialog stays open.',
      tags: ['busy'],
      invoke: {
        id: 'addPasskey',
        src: 'addPasskey',
        input: ({ context: { name, answer, passkey } }) => ({
          name,
          challenge: answer.creation?.challenge ?? '',
          passkey: passkey ?? {},
        }),
        onDone: {
          description: 'The passkey is added.',
          target: 'answered',
          actions: { type: 'noteAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          description: 'Refused, or no answer: the user can correct the form.',
          target: 'proving',
          actions: { type: 'noteRefusal', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    answered: {
      description: 'The server has made the change, or says what a new factor needs next.',
      always: [
        { description: 'The app needs the secret.', guard: 'bringsSecret', target: 'showingSecret' },
        { description: 'The browser needs options for the passkey.', guard: 'bringsOptions', target: 'makingPasskey' },
        { description: 'There are new recovery codes.', guard: 'bringsCodes', target: 'showingCodes' },
        { description: 'The change is made; the account keeps the codes that it has, if any.', target: 'closed' },
      ],
    },
    showingCodes: {
      description: 'The console shows the new recovery codes, once.',
      on: { close: { description: 'The user has saved them.', target: 'closed' } },
    },
    closed: { type: 'final', description: 'The dialog is closed.', entry: 'leave' },
  },
})

function fieldsIn(error: unknown): FactorRefusal['fields'] {
  return isRefusal(error) ? error.fields : {}
}

function isRefusal(error: unknown): error is FactorRefusal {
  return typeof error === 'object' && error !== null && 'fields' in error
}
