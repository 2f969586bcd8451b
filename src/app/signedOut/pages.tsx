import { Provider } from 'react-redux'
import type { AppStore } from '../../api/store'
import { Toaster } from '../../ui/overlay/Toaster'
import { Confirm } from './Confirm'
import { ConfirmationInstructions } from './ConfirmationInstructions'
import { ForgotPassword } from './ForgotPassword'
import { Invited } from './Invited'
import { LostPage } from './LostPage'
import { ResetPassword } from './ResetPassword'
import { SignUp } from './SignUp'

const pages = { SignUp, ForgotPassword, ConfirmationInstructions, ResetPassword, Confirm, Invited, LostPage }

/** The signed-out pages other than sign-in. */
export type SignedOutPageName = keyof typeof pages

/** Creates a signed-out page other than sign-in, with the store for its calls. */
export function createSignedOutPage(name: SignedOutPageName, store: AppStore) {
  const Page = pages[name]
  return function SignedOutPage() {
    return (
      <Provider store={store}>
        <Toaster>
          <Page />
        </Toaster>
      </Provider>
    )
  }
}
