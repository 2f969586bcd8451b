import { Provider } from 'react-redux'
import type { AppStore } from '../../api/store'
import { Toaster } from '../../ui/overlay/Toaster'
import { Confirm } from './Confirm'
import { ConfirmationInstructions } from './ConfirmationInstructions'
import { ForgotPassword } from './ForgotPassword'
import { LostPage } from './LostPage'
import { ResetPassword } from './ResetPassword'
import { SignUp } from './SignUp'

const pages = { SignUp, ForgotPassword, ConfirmationInstructions, ResetPassword, Confirm, LostPage }

/** The signed-out pages beside sign-in. */
export type AccountPageName = keyof typeof pages

/** A signed-out page beside sign-in, over the store that its calls go through. */
export function createAccountPage(name: AccountPageName, store: AppStore) {
  const Page = pages[name]
  return function AccountPage() {
    return (
      <Provider store={store}>
        <Toaster>
          <Page />
        </Toaster>
      </Provider>
    )
  }
}
