import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

interface Props<S extends z.ZodType> extends Pick<ComponentProps<typeof RecordForm<S>>, 'schema' | 'fields' | 'initial'> {
  thing: string
  isNew: boolean
  draftKey: string
  send(values: z.input<S>): Promise<unknown>
  onClose(): void
  onDone(): Promise<unknown>
}

/** Adds or changes a service or a product; the input is kept as a draft. */
export function ShelfForm<S extends z.ZodType>({ thing, isNew, draftKey, send, onClose, onDone, ...form }: Props<S>) {
  const save = async (values: z.input<S>) => {
    await send(values)
    toast.success(isNew ? '已新增，发布后公开' : '已保存')
    onClose()
    await onDone()
  }
  return (
    <FormDrawer open title={`${isNew ? '新增' : '编辑'}${thing}`} onClose={onClose} size={820}>
      <RecordForm {...form} draft={isNew ? { key: draftKey } : undefined} onCancel={onClose} onSubmit={save} />
    </FormDrawer>
  )
}
