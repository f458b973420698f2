import { toast } from '../toast.ts'

/** Shares the address of this page through the device, otherwise copies it. */
export const ShareButton = ({ title }: { title: string }) => (
  <button type="button" className="btn" onClick={() => void share(title)}>
    分享
  </button>
)

async function share(title: string): Promise<void> {
  const url = location.href.split('#')[0]!
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await navigator.clipboard.writeText(url)
    toast.success('已复制本页地址，可以发给别人')
  } catch (error) {
    // The user closed the share dialog of the device, which is no error.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error('不能复制，请从浏览器地址栏复制')
  }
}
