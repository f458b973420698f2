import { Button } from 'antd'
import { useEffect, useState, type ComponentType } from 'react'
import { toast } from '../../toast.ts'
import type { ControlProps } from '../form/fields.ts'
import { EDITOR_HEIGHT_A, EDITOR_HEIGHT_B } from '../../../contract/constants.ts'
import type { EditorProps } from './rich-text-editor.tsx'

/** Rich-text editor, loaded when first shown. When its script cannot be loaded, the error's message is shown (spec §8, M091). */
export default function RichText({ value, onChange, ...props }: ControlProps & { tall?: true }) {
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let alive = true
    setFailed(null)
    import('./rich-text-editor.tsx').then(
      (m) => {
        if (alive) setEditor(() => m.RichTextEditor)
      },
      (error: unknown) => {
        if (!alive) return
        const text = error instanceof Error ? error.message : String(error)
        setFailed(text)
        toast.error(text, 5)
      },
    )
    return () => {
      alive = false
    }
  }, [round])
  if (failed)
    return (
      <p role="alert">
        {failed}{' '}
        <Button size="small" onClick={() => setRound(round + 1)}>
          重试
        </Button>
      </p>
    )
  if (!Editor)
    return (
      <div
        aria-busy="true"
        style={{
          height: props.tall ? EDITOR_HEIGHT_B : EDITOR_HEIGHT_A,
          border: '1px solid var(--divider)',
          borderRadius: 4,
          padding: 12,
          color: 'var(--text-3)',
        }}
      >
        正在加载编辑器…
      </div>
    )
  return <Editor {...props} value={typeof value === 'string' ? value : ''} onChange={(html) => onChange?.(html)} />
}
