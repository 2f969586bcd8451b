import { createContext, useContext, type ComponentType, type ReactNode } from 'react'

export interface LinkProps {
  readonly href: string
  readonly children?: ReactNode
  readonly className?: string | undefined
  readonly onClick?: (() => void) | undefined
  readonly onPointerEnter?: (() => void) | undefined
  readonly onFocus?: (() => void) | undefined
  readonly id?: string | undefined
  readonly role?: string | undefined
  readonly tabIndex?: number | undefined
  /** Opens a new tab and says so. */
  readonly external?: boolean | undefined
  readonly 'aria-current'?: 'page' | undefined
  readonly 'aria-label'?: string | undefined
  readonly 'data-tip'?: string | undefined
}

/** What renders a link inside the console; the application brings the router's own, so that the kit knows no router. */
const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink)
export const LinkProvider = LinkContext.Provider

function PlainLink({ external: _external, ...props }: LinkProps) {
  return <a {...props} />
}

export function Link(props: LinkProps) {
  const Inner = useContext(LinkContext)
  if (!props.external) return <Inner {...props} />
  const { external: _external, children, ...rest } = props
  return (
    <a {...rest} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
