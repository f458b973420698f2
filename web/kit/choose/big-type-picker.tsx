import { messages } from '../../../contract/messages.ts'
import { BigTypeChoice } from './big-type-choice.tsx'
import css from './choosing.module.css'
import type { ControlProps, OptionSource } from '../form/fields.ts'
import { useOptions } from './use-options.ts'

/** `BigTypeChoice` with loaded options: shows loading, empty and failed states, the last with a retry (spec §2). */
export function BigTypePicker({ source, label, ...props }: ControlProps & { source: OptionSource; label: string }) {
  const { options: tree, loading, failed, retry } = useOptions(source)
  if (tree.length > 0) return <BigTypeChoice {...props} tree={tree} label={label} />
  return (
    <div role="group" aria-label={label}>
      {failed ? (
        <button type="button" className={css.retry} onClick={retry}>
          {messages.fallsRetry}
        </button>
      ) : (
        <p className={css.hint} role="status">
          {loading ? messages.fallsLoading : messages.fallsEmpty}
        </p>
      )}
    </div>
  )
}
