// The viewer's validator would send the description to others; it is off.
SwaggerUIBundle({
  url: '/api/openapi.yaml',
  dom_id: '#viewer',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
})
