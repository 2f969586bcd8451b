import { Upload } from 'lucide-react'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button } from './Button'
import { cx } from '../environment/classes'
import './fileDrop.css'

export interface FileDropProps {
  /** What is wanted, e.g. "CSV file". */
  readonly label: string
  /** As a file input takes it. */
  readonly accept?: string | undefined
  readonly onFile: (file: File) => void
  /** Under the button: what the file must be like. */
  readonly children?: ReactNode
}

/** Takes one file, chosen or dropped. */
export function FileDrop({ label, accept, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(on)
  }
  return (
    <div
      className={cx('file-drop', over && 'file-drop-over')}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        const [file] = event.dataTransfer.files
        if (file !== undefined) onFile(file)
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again, once it is fixed.
          currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Button icon={Upload} data-autofocus onClick={() => input.current?.click()}>
        Choose a {label}
      </Button>
      {children}
    </div>
  )
}
