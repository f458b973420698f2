import { Button } from 'antd'
import type { ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { toast } from '../toast.ts'
import { Icon } from './icons.tsx'

/** Copies a text: 复制成功, or 该浏览器不支持自动复制 (spec §8, M066, M068). */
export function CopyButton({ text, children = '复制' }: { text: string; children?: ReactNode }) {
  const copy = async () => {
    try {
      if (!navigator.clipboard) throw new Error('no clipboard')
      await navigator.clipboard.writeText(text)
      toast.success(messages.copied, 3)
    } catch {
      toast.error(messages.copyUnsupported, 3)
    }
  }
  return (
    <Button size="small" icon={<Icon name="copy" />} onClick={() => void copy()}>
      {children}
    </Button>
  )
}
