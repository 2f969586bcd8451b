import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { EmptyState } from '../../ui/layout/EmptyState'
import { Time } from '../../ui/text/Time'
import { useNotifications } from '../../ui/overlay/Toaster'
import './notifications.css'

/** The toasts since the page loaded, newest first, with their Undo buttons. */
export function Notifications({ onClose }: { readonly onClose: () => void }) {
  const { log, act } = useNotifications()
  return (
    <Dialog look="drawer" title="Notifications" onClose={onClose}>
      {log.length === 0 ? (
        <EmptyState title="Nothing yet">What you save, send or delete in this tab appears here.</EmptyState>
      ) : (
        <ul className="notifications">
          {log.map(({ id, message, at, action }) => (
            <li key={id}>
              <p>{message}</p>
              <p className="notifications-time">
                <Time value={at} />
              </p>
              {action !== undefined && (
                <Button size="sm" onClick={() => act(id)}>
                  {action.label}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
