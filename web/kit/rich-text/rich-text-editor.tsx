import { TableKit } from '@tiptap/extension-table'
import { TextStyleKit } from '@tiptap/extension-text-style'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { App } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { EDITOR_HEIGHT_A, EDITOR_HEIGHT_B } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { useCan } from '../../session.ts'
import { uploadFile } from '../../upload.ts'
import { plainText } from '../form/editor-styles.ts'
import { ownMediaOnly, StoredImage, StoredVideo } from './rich-text-media.ts'
import { Toolbar } from './rich-text-toolbar.tsx'
import { mediaFailure, mediaKind, mediaRules, refuseMedia, type MediaKind } from './rich-text-upload.ts'
import css from './rich-text.module.css'
import { storedSource } from '../upload/stored-source.ts'
import { useUploadGate } from '../upload/upload-gate.ts'

export interface EditorProps {
  value: string
  onChange: (html: string) => void
  id?: string
  disabled?: boolean
  /** height 550 instead of 360 (spec §9) */
  tall?: true
  'aria-label'?: string
  'aria-describedby'?: string
}

const extensions = [
  StarterKit.configure({ link: { openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'], defaultProtocol: 'https' } }),
  TextStyleKit,
  StoredImage,
  StoredVideo,
  TableKit.configure({ table: { resizable: false } }),
]

/** The editor: a separate chunk, never part of a page's first load. The server sanitises what it stores. */
export function RichTextEditor({ value, onChange, id, disabled = false, tall, ...aria }: EditorProps) {
  const { modal } = App.useApp()
  const may = useCan()
  const latest = useRef(onChange)
  latest.current = onChange
  const inputs = { image: useRef<HTMLInputElement>(null), video: useRef<HTMLInputElement>(null) }
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null)
  const gateId = useId()
  useUploadGate(gateId, sending ? '请等待文件上传完成' : null)
  const alert = (text: string, reason: string | null = null) =>
    modal.error({
      title: messages.notice,
      content: (
        <>
          <p>{text}</p>
          {reason && <p className={css.reason}>{reason}</p>}
        </>
      ),
      okText: messages.confirm,
    })

  const insert = async (file: File, kind: MediaKind) => {
    const refused = refuseMedia(file, kind, may)
    if (refused) {
      alert(refused)
      return
    }
    try {
      setSending({ name: file.name, percent: 0 })
      const { filePath, fileName } = await uploadFile(file, {
        silent: true,
        params: { accept: mediaRules[kind].accept.join(',') },
        onProgress: (sent, total) => setSending({ name: file.name, percent: Math.floor((sent / Math.max(1, total)) * 100) }),
      })
      const src = storedSource(filePath)
      const chain = editor?.chain().focus()
      if (kind === 'image') chain?.setImage({ src, alt: fileName }).run()
      else chain?.insertContent({ type: 'video', attrs: { src, title: fileName } }).run()
    } catch (error) {
      const { text, reason } = mediaFailure(kind, error)
      alert(text, reason)
    } finally {
      setSending(null)
    }
  }
  const insertAll = (files: FileList | undefined | null): boolean => {
    const found = [...(files ?? [])].flatMap((file) => {
      const kind = mediaKind(file.type)
      return kind ? [{ file, kind }] : []
    })
    void found.reduce((before, { file, kind }) => before.then(() => insert(file, kind)), Promise.resolve())
    return found.length > 0
  }

  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': aria['aria-label'] ?? '正文',
        ...(id ? { id } : {}),
        ...(aria['aria-describedby'] ? { 'aria-describedby': aria['aria-describedby'] } : {}),
      },
      transformPastedHTML: ownMediaOnly,
      handlePaste: (_view, event) => insertAll(event.clipboardData?.files),
      handleDrop: (_view, event) => insertAll((event as DragEvent).dataTransfer?.files),
    },
    onUpdate: ({ editor: e }) => {
      const html = e.getHTML()
      latest.current(plainText(html) === '' ? '' : html)
    },
  })
  useEffect(() => {
    editor?.setEditable(!disabled, false)
  }, [editor, disabled])
  useEffect(() => {
    if (!editor || editor.isFocused) return
    const now = editor.getHTML()
    if (value !== now && !(value === '' && plainText(now) === '')) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  if (!editor) return null

  return (
    <div className={css.box} data-disabled={disabled || undefined}>
      {!disabled && (
        <Toolbar editor={editor} onPicture={() => inputs.image.current?.click()} onVideo={() => inputs.video.current?.click()} />
      )}
      {(['image', 'video'] as const).map((kind) => (
        <input
          key={kind}
          ref={inputs[kind]}
          type="file"
          style={{ display: 'none' }}
          accept={mediaRules[kind].accept.join(',')}
          aria-label={kind === 'image' ? '插入图片' : '插入视频'}
          onChange={(e) => {
            const file = e.target.files?.[0]
            e.target.value = ''
            if (file) void insert(file, kind)
          }}
        />
      ))}
      {sending && (
        <p className={css.sending} role="status">
          {sending.percent < 100 ? `上传中 ${sending.percent}%` : '正在检查'}：{sending.name}
        </p>
      )}
      <EditorContent editor={editor} className={css.content!} style={{ height: tall ? EDITOR_HEIGHT_B : EDITOR_HEIGHT_A }} />
    </div>
  )
}
