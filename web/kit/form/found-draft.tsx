import { Alert, Button } from 'antd'
import { savedText } from './draft.ts'

/** Offers the draft of an earlier visit, to continue or to discard. */
export function FoundDraft({ savedAt, onTake, onDrop }: { savedAt: number; onTake(): void; onDrop(): void }) {
  return (
    <Alert
      type="info"
      style={{ marginBottom: 16 }}
      title={`有上次未提交的内容（${savedText(savedAt)}）`}
      action={
        <>
          <Button type="link" size="small" onClick={onTake}>
            继续填写
          </Button>
          <Button type="link" size="small" onClick={onDrop}>
            丢弃
          </Button>
        </>
      }
    />
  )
}
