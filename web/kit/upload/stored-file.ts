import { files } from '../../../contract/files.ts'
import { call, type BlobAnswer } from '../../api.ts'

/** Reads a stored file with the user's rights. */
export const storedFile = async (filePath: string): Promise<BlobAnswer> =>
  (await call(files.download, { query: { filePath } })) as BlobAnswer
