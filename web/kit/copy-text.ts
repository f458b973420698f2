import { messages } from '../../contract/messages.ts'
import { toast } from '../toast.ts'

/** Copies a text and says so: 复制成功, or 该浏览器不支持自动复制 (spec §8, M066, M068). */
export async function copyText(text: string): Promise<void> {
  try {
    if (!navigator.clipboard) throw new Error('no clipboard')
    await navigator.clipboard.writeText(text)
    toast.success(messages.copied, 3)
  } catch {
    toast.error(messages.copyUnsupported, 3)
  }
}
