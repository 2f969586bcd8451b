import type { Page } from 'playwright-core'
import { addAuthenticator } from '../../support/browser/passkeys'
import type { Authenticator } from '../../support/server/authenticator'

/** A device that asks its owner for a passkey until the test answers, or the console aborts. Chromium's virtual authenticator signs. */
export async function openDevice(page: Page, origin: string) {
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await page.addInitScript(askFirst)
  return {
    isAsking: () => page.evaluate(() => Reflect.get(window, 'frondTestPasskey') !== undefined),
    /** Its owner lets it sign with this passkey; null: dismisses the question. */
    async answer(passkey: Authenticator | null): Promise<void> {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
      if (passkey !== null) {
        const credential = {
          credentialId: Buffer.from(passkey.id, 'base64url').toString('base64'),
          isResidentCredential: true,
          rpId: new URL(origin).hostname,
          privateKey: passkey.privateKey,
          userHandle: Buffer.from('owner').toString('base64'),
          signCount: 0,
        }
        await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
      }
      await page.evaluate(
        (accepts) => (Reflect.get(window, 'frondTestPasskey') as (accepts: boolean) => void)(accepts),
        passkey !== null,
      )
    },
  }
}

/** Runs in the page: the device waits for its owner's answer. */
function askFirst(): void {
  const { credentials } = navigator
  // A page before the first one has none.
  if (credentials === undefined) return
  const get = credentials.get.bind(credentials)
  credentials.get = (options) =>
    new Promise((resolve, reject) => {
      const end = (work: () => void): void => {
        Reflect.deleteProperty(window, 'frondTestPasskey')
        work()
      }
      const dismiss = (name: string): void => end(() => reject(new DOMException('The device does not sign', name)))
      options?.signal?.addEventListener('abort', () => dismiss('AbortError'), { once: true })
      Object.assign(window, {
        frondTestPasskey: (accepts: boolean) =>
          accepts ? end(() => get(options).then(resolve, reject)) : dismiss('NotAllowedError'),
      })
    })
}
