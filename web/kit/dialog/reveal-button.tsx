import { Button } from 'antd'
import { useState } from 'react'
import { WordsDialog } from './words-dialog.tsx'

interface Props {
  /** what is revealed: 联系人手机 */
  label: string
  /** whose it is, `appeal:12`: the reason is a draft until it is sent */
  of: string
  load: (reason: string) => Promise<{ value: string }>
}

/** A masked value with a button to reveal it; a reason is required and recorded (P-02). */
export function RevealButton({ label, of, load }: Props) {
  const [open, setOpen] = useState(false)
  const [value, setValue] = useState<string | null>(null)
  if (value !== null)
    return (
      <strong className="num" role="status">
        {value}
      </strong>
    )
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)} aria-label={`查看完整${label}`} data-print="hide">
        查看
      </Button>
      <WordsDialog
        open={open}
        title={`查看完整${label}`}
        draft={`reveal:${of}`}
        note={<p>个人信息默认脱敏。请说明用途，本次查看会记入审计日志。</p>}
        label="查看原因"
        empty="请填写查看原因"
        placeholder="如：核实申报材料，电话回访"
        maxLength={200}
        okText="查看"
        onClose={() => setOpen(false)}
        onSend={async (reason) => setValue((await load(reason)).value)}
      />
    </>
  )
}
