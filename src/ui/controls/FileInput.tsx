import type { Ref } from 'react'

interface FileInputProps {
  readonly label: string
  readonly accept?: string | undefined
  readonly ref: Ref<HTMLInputElement>
  readonly onFile: (file: File) => void
}

/** Takes one file. It is not visible: a button clicks it through `ref`. */
export function FileInput({ label, accept, ref, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      accept={accept}
      className="sr-only"
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // Allows the same file to be selected again after it was corrected.
        currentTarget.value = ''
        if (file !== undefined) onFile(file)
      }}
    />
  )
}
