import { createContext } from 'react'
import { myDeclaration, type DeclarationDetail } from '../../contract/declaration.ts'
import type { Data, Input } from '../../contract/endpoint.ts'
import { call } from '../api.ts'

interface Saved {
  id: number
  version: number
  projectId: number
  formVersion: number
  formData: NonNullable<Input<typeof myDeclaration.save>['body']>['formData']
  files: Record<string, string[]>
}
/** For whom a form is filled in: an enterprise for itself, or the service window for an enterprise. */
export interface DeclareAs {
  save(body: Saved): Promise<{ version: number }>
  submit(body: { id: number; version: number; promise: true }): Promise<Data<typeof myDeclaration.submit>>
  find(id: number): Promise<DeclarationDetail>
  remove(id: number): Promise<unknown>
  /** archive, verdict, earlier declarations and the vault are available, because they belong to the enterprise */
  assisted: boolean
  home: string
  /** in whose name the declaration of truth is made */
  promise: string
}

export const DeclareAsContext = createContext<DeclareAs>({
  save: (body) => call(myDeclaration.save, { body }, { silent: true }),
  submit: (body) => call(myDeclaration.submit, { body }, { silent: true }),
  find: (id) => call(myDeclaration.findById, { query: { id } }),
  remove: (id) => call(myDeclaration.remove, { body: { id } }),
  assisted: true,
  home: '/work/myProject',
  promise: '本企业承诺所填内容和所附材料真实、完整，并承担相应责任。',
})
