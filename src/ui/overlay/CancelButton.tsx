import { useContext } from 'react'
import { Button, type ButtonProps } from '../controls/Button'
import { DialogContext } from './dialogScope'

/** Closes the dialog around it, as its cross does: when something typed would be lost, the dialog asks first. */
export function CancelButton({ children = 'Cancel', ...rest }: Partial<Omit<ButtonProps, 'onClick'>>) {
  const { close } = useContext(DialogContext)
  return (
    <Button {...rest} onClick={close}>
      {children}
    </Button>
  )
}
