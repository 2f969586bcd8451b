import './attention.css'

/** Takes the place of a dashboard section while it is not known whether it has anything to show. */
export function PendingSection() {
  return <div className="section-pending" />
}
