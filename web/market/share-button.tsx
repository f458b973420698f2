import { toast } from '../toast.ts'

/** Hands on the address of this page: by what the device has for it, else as a copy. */
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
    // Somebody closed what the device showed: nothing went wrong.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error('不能复制，请从浏览器地址栏复制')
  }
}
