import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { Passkeys } from './ports'

const library = () => import('@simplewebauthn/browser')

/** WebAuthn errors which only mean that the user cancelled, has no passkey, or took too long. */
const declined = new Set(['NotAllowedError', 'AbortError'])

/** The browser's passkeys, with the library that converts WebAuthn's binary data to JSON; it loads on first use. */
export const browserPasskeys: Passkeys = {
  make: async (options) => {
    const { startRegistration } = await library()
    return unlessDeclined(startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
  },
  show: async (options, signal) => {
    const { startAuthentication, WebAuthnAbortService } = await library()
    if (signal.aborted) return null
    const stop = () => WebAuthnAbortService.cancelCeremony()
    signal.addEventListener('abort', stop, { once: true })
    const prompt = startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
    return unlessDeclined(prompt).finally(() => signal.removeEventListener('abort', stop))
  },
}

function unlessDeclined<T>(prompt: Promise<T>): Promise<T | null> {
  return prompt.catch((error: unknown) => {
    if (error instanceof Error && declined.has(error.name)) return null
    throw error
  })
}
