import { TableKit } from '@tiptap/extension-table'
import { TextStyleKit } from '@tiptap/extension-text-style'
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { App, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { EDITOR_HEIGHT_A, EDITOR_HEIGHT_B } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { uploadFile } from '../upload.ts'
import { fontSizes, lineHeights, plainText } from './editor-styles.ts'
import { Icon, type IconName } from './icons.tsx'
import { storedSource, StoredImage } from './rich-text-image.ts'
import css from './rich-text.module.css'
import { refuseFile, uploadRule } from './upload-rules.ts'

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
  TableKit.configure({ table: { resizable: false } }),
]
const rule = uploadRule('image')

/** The editor itself: a chunk of its own, never part of a page's first load. The server sanitises what it stores. */
export function RichTextEditor({ value, onChange, id, disabled = false, tall, ...aria }: EditorProps) {
  const { modal } = App.useApp()
  const latest = useRef(onChange)
  latest.current = onChange
  const input = useRef<HTMLInputElement>(null)
  const alert = (content: string) => modal.error({ title: messages.notice, content, okText: messages.confirm })

  const insert = async (file: File) => {
    const refused = refuseFile(file, rule)
    if (refused) {
      alert(refused)
      return
    }
    try {
      const { filePath, fileName } = await uploadFile(file, { silent: true })
      editor
        ?.chain()
        .focus()
        .setImage({ src: storedSource(filePath), alt: fileName })
        .run()
    } catch (error) {
      // A refusal of the server has a code; a lost network or anything unforeseen has none (M079, M080).
      const code = (error as { code?: string }).code
      alert(code && code !== 'NO_RESPONSE' ? messages.editorImageFailed : messages.editorImageUnknown)
    }
  }
  const images = (files: FileList | undefined | null) => [...(files ?? [])].filter((f) => f.type.startsWith('image/'))

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
      handlePaste: (_view, event) => {
        const found = images(event.clipboardData?.files)
        found.forEach((f) => void insert(f))
        return found.length > 0
      },
      handleDrop: (_view, event) => {
        const found = images((event as DragEvent).dataTransfer?.files)
        found.forEach((f) => void insert(f))
        return found.length > 0
      },
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
      {!disabled && <Toolbar editor={editor} onPicture={() => input.current?.click()} />}
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        accept={rule.accept.join(',')}
        aria-label="插入图片"
        onChange={(e) => {
          const [file] = images(e.target.files)
          e.target.value = ''
          if (file) void insert(file)
        }}
      />
      <EditorContent editor={editor} className={css.content!} style={{ height: tall ? EDITOR_HEIGHT_B : EDITOR_HEIGHT_A }} />
    </div>
  )
}

function Toolbar({ editor, onPicture }: { editor: Editor; onPicture: () => void }) {
  const now = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      size: (e.getAttributes('textStyle').fontSize as string | null) ?? null,
      line: (e.getAttributes('textStyle').lineHeight as string | null) ?? null,
      block: e.isActive('heading', { level: 2 }) ? '2' : e.isActive('heading', { level: 3 }) ? '3' : 'p',
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      strike: e.isActive('strike'),
      bullets: e.isActive('bulletList'),
      numbers: e.isActive('orderedList'),
      quote: e.isActive('blockquote'),
      canUndo: e.can().undo(),
      canRedo: e.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()
  const button = (icon: IconName, label: string, run: () => void, active?: boolean, disabled = false) => (
    <button
      type="button"
      key={label}
      title={label}
      aria-label={label}
      aria-pressed={active}
      disabled={disabled}
      onMouseDown={(e) => e.preventDefault()}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div className={css.tools} role="toolbar" aria-label="格式">
      <Select
        size="small"
        aria-label="段落"
        value={now.block}
        style={{ width: 92 }}
        options={[
          { value: 'p', label: '正文' },
          { value: '2', label: '标题 1' },
          { value: '3', label: '标题 2' },
        ]}
        onChange={(v: string) =>
          v === 'p'
            ? chain().setParagraph().run()
            : chain()
                .setHeading({ level: Number(v) as 2 | 3 })
                .run()
        }
      />
      <Select
        size="small"
        aria-label="字号"
        value={now.size}
        placeholder="字号"
        allowClear
        style={{ width: 92 }}
        options={fontSizes.map((s) => ({ value: s, label: s }))}
        onChange={(v?: string) => (v ? chain().setFontSize(v).run() : chain().unsetFontSize().run())}
      />
      <Select
        size="small"
        aria-label="行高"
        value={now.line}
        placeholder="行高"
        allowClear
        style={{ width: 80 }}
        options={lineHeights.map((s) => ({ value: s, label: s }))}
        onChange={(v?: string) => (v ? chain().setLineHeight(v).run() : chain().unsetLineHeight().run())}
      />
      {button('bold', '加粗', () => chain().toggleBold().run(), now.bold)}
      {button('italic', '斜体', () => chain().toggleItalic().run(), now.italic)}
      {button('underline', '下划线', () => chain().toggleUnderline().run(), now.underline)}
      {button('strike', '删除线', () => chain().toggleStrike().run(), now.strike)}
      {button('bullets', '项目符号', () => chain().toggleBulletList().run(), now.bullets)}
      {button('numbers', '编号', () => chain().toggleOrderedList().run(), now.numbers)}
      {button('quote', '引用', () => chain().toggleBlockquote().run(), now.quote)}
      {button('table', '插入表格', () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run())}
      {button('image', '插入图片', onPicture)}
      {button('undo', '撤销', () => chain().undo().run(), undefined, !now.canUndo)}
      {button('redo', '重做', () => chain().redo().run(), undefined, !now.canRedo)}
    </div>
  )
}
