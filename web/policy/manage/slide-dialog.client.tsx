import { carousel, carouselPositionLabels, carouselShownPositions, SaveSlide, type Slide } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { StoredFileInput } from './stored-file-input.tsx'

const fields = formFields(
  SaveSlide,
  { key: 'image', label: '图片', as: StoredFileInput('picture'), hint: '宽图，建议 1200 × 300 像素；文字请写在标题里，不要做在图里' },
  { key: 'title', label: '标题', maxLength: 60, hint: '显示在图旁' },
  { key: 'alt', label: '图片说明', maxLength: 120, hint: '读给看不见图片的人听' },
  { key: 'url', label: '打开地址', hint: '站内地址以 / 开头；不填则不能点开' },
  {
    key: 'position',
    label: '位置',
    kind: 'radio',
    options: carouselShownPositions.map((value) => ({ value, label: carouselPositionLabels[value] })),
  },
  { key: 'showFrom', label: '展示开始', kind: 'date', half: true },
  { key: 'showTo', label: '展示结束', kind: 'date', half: true },
)

const shownOf = ({ id, version, image, title, alt, url, position, showFrom, showTo }: Slide) => ({
  id,
  version,
  image,
  title,
  alt,
  url,
  position,
  showFrom,
  showTo,
})

/** Adds or changes a slide. */
export function SlideDialog({ slide, onClose, onDone }: { slide: Slide | null; onClose(): void; onDone(): Promise<void> }) {
  return (
    <FormModal open title={slide ? '编辑轮播图' : '新增轮播图'} onClose={onClose} width={640}>
      <RecordForm
        schema={SaveSlide}
        draft={slide ? undefined : { key: 'slide:new' }}
        fields={fields}
        initial={slide ? shownOf(slide) : { position: 'home' }}
        latest={slide ? () => call(carousel.findById, { query: { id: slide.id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(carousel.save, { body: values }, { silent: true })
          toast.success(slide ? '已保存' : '已新增，发布后展示')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
