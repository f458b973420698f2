import { fieldsOf, type FormData } from '../../contract/form/rules.ts'
import type { FormTemplate } from '../../contract/form/template.ts'
import { maskPhone, openPii, sealPii } from '../kernel/access/pii.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Phones are kept encrypted inside the form (P-03). */
export const sealForm = (k: Pick<Kernel, 'secret'>, t: FormTemplate, data: FormData): FormData =>
  mapPhones(t, data, (phone) => sealPii(k, phone))
export const openForm = (k: Pick<Kernel, 'secret'>, t: FormTemplate, data: FormData): FormData =>
  mapPhones(t, data, (sealed) => openPii(k, sealed))
export const maskForm = (t: FormTemplate, data: FormData): FormData => mapPhones(t, data, maskPhone)

function mapPhones(t: FormTemplate, data: FormData, change: (text: string) => string): FormData {
  const phones = new Set(
    fieldsOf(t)
      .filter((f) => f.type === 'phone')
      .map((f) => f.key),
  )
  return Object.fromEntries(Object.entries(data).map(([key, v]) => [key, phones.has(key) && typeof v === 'string' ? change(v) : v]))
}
