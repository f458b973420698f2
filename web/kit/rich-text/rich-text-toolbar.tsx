import { useEditorState, type Editor } from '@tiptap/react'
import { Select } from 'antd'
import { fontSizes, lineHeights } from '../form/editor-styles.ts'
import { Icon, type IconName } from '../icons.tsx'
import css from './rich-text.module.css'

/** Paragraph, size, line height, marks, lists, table, picture, video, undo and redo (spec §9, K057–K060). */
export function Toolbar({ editor, onPicture, onVideo }: { editor: Editor; onPicture: () => void; onVideo: () => void }) {
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
      {button('video', '插入视频', onVideo)}
      {button('undo', '撤销', () => chain().undo().run(), undefined, !now.canUndo)}
      {button('redo', '重做', () => chain().redo().run(), undefined, !now.canRedo)}
    </div>
  )
}
