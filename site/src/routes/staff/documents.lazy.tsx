import { DocumentManagement } from '../../features/documents/document-management'

export default function Documents() {
  return <DocumentManagement />
}
