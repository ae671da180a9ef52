interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void;
}

declare const SwaggerUIBundle: (options: object) => SwaggerUi;

/** As the reader has set it for everything. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // It would send the document elsewhere.
  validatorUrl: null,
  onComplete: () => {
    const key = document.querySelector<HTMLMetaElement>('meta[name="api-key"]')?.content;
    if (key) ui.preauthorizeApiKey('bearer', decodeURIComponent(key));
  },
});
