import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { toast } from '../../toast.ts'
import { showSource } from '../upload/stored-media.ts'
import { storedKey } from '../upload/stored-source.ts'

/** Pictures during editing; the document stores their plain address. */
export const StoredImage = Image.extend({
  addNodeView() {
    return ({ node }) => {
      const img = document.createElement('img')
      img.alt = String(node.attrs.alt ?? '')
      return { dom: img, destroy: showSource(img, String(node.attrs.src ?? '')) }
    }
  },
})

/** Videos as separate blocks with native controls. `title` is the name for screen readers. */
export const StoredVideo = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, title: { default: null } }),
  parseHTML: () => [{ tag: 'video[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['video', { ...HTMLAttributes, controls: '' }],
  addNodeView() {
    return ({ node }) => {
      const video = document.createElement('video')
      video.controls = true
      video.preload = 'metadata'
      video.title = String(node.attrs.title ?? '视频')
      video.setAttribute('aria-label', video.title)
      return { dom: video, destroy: showSource(video, String(node.attrs.src ?? '')) }
    }
  },
})

/**
 * Removes pictures and videos of other sites from pasted text, because the server does not keep them either; tells the user when there were
 * some.
 */
export function ownMediaOnly(html: string): string {
  const pasted = new DOMParser().parseFromString(html, 'text/html')
  const foreign = [...pasted.querySelectorAll('img, video')].filter((media) => storedKey(media.getAttribute('src') ?? '') === null)
  if (foreign.length === 0) return html
  for (const media of foreign) media.remove()
  toast.warning('没有粘贴其他网站的图片和视频，请保存到本机后用工具栏上传', 5)
  return pasted.body.innerHTML
}
