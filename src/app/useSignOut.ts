import { forgetDrafts } from '../crud/model/drafts'
import { useDraftOwner } from '../crud/model/storageOwner'
import { useEnvironment } from '../ui/environment/Environment'
import { useConfirmLeave } from '../ui/overlay/leaveScope'
import { useSessionActor } from './SessionProvider'

/** Signs out: asks about unsaved changes before, and deletes the user's drafts. */
export function useSignOut(): () => void {
  const actor = useSessionActor()
  const confirmLeave = useConfirmLeave()
  const owner = useDraftOwner()
  const { tabStorage } = useEnvironment()
  const signOut = async () => {
    if (!(await confirmLeave())) return
    forgetDrafts(tabStorage, owner)
    actor.send({ type: 'signOut' })
  }
  return () => void signOut()
}
