import { Node } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { toast } from '../../toast.ts'
import { showSource } from '../upload/stored-media.ts'
import { storedKey } from '../upload/stored-source.ts'

/** Pictures of a document while it is edited; the document keeps their plain address. */
export const StoredImage = Image.extend({
  addNodeView() {
    return ({ node }) => {
      const img = document.createElement('img')
      img.alt = String(node.attrs.alt ?? '')
      return { dom: img, destroy: showSource(img, String(node.attrs.src ?? '')) }
    }
  },
})

/** Videos of a document: a block of its own, played with its own buttons. `title` is the name that is read out. */
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

/** What is pasted, without pictures and videos of other sites: the server keeps none either. Says so when there were some. */
export function ownMediaOnly(html: string): string {
  const pasted = new DOMParser().parseFromString(html, 'text/html')
  const foreign = [...pasted.querySelectorAll('img, video')].filter((media) => storedKey(media.getAttribute('src') ?? '') === null)
  if (foreign.length === 0) return html
  for (const media of foreign) media.remove()
  toast.warning('没有粘贴其他网站的图片和视频，请保存到本机后用工具栏上传', 5)
  return pasted.body.innerHTML
}
