/* What each call takes and answers, by the API's description. */
import type { paths } from './openapi'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The paths that have the method, as the description writes them: `/api/photos/images/{id}/`. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never
}[keyof paths]

export type Operation<M extends Method, P extends Path<M>> = paths[P][Lowercase<M> & keyof paths[P]]

/** What a call must be given: values for the segments `{name}` of its path, a body. And what it may be given. */
export type Input<Op> = (Op extends { parameters: { path: infer Params } } ? { params: Params } : unknown) &
  (Op extends { requestBody: { content: infer Content } } ? { body: Body<Content> } : unknown) &
  (Op extends { parameters: { query?: infer Query } }
    ? { query?: { [Name in keyof Query]?: Query[Name] | undefined } }
    : unknown)

/** A form goes out as it is, anything else as JSON. */
type Body<Content> = Content extends { 'multipart/form-data': unknown }
  ? FormData | NonNullable<Json<{ content: Content }>>
  : Json<{ content: Content }>

type Json<Message> = Message extends { content: { 'application/json': infer Value } } ? Value : undefined

/** The body of a success; undefined where there is none. */
export type Answer<Op> = Op extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never
