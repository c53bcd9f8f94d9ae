using System;
using System.Net.Http;
using System.Threading;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Stockroom
{
    /// <summary>Adds the client to the services of a program.</summary>
    public static class StockroomServiceCollectionExtensions
    {
        private const string Name = "Stockroom";

        /// <summary>
        /// Adds a <see cref="StockroomClient"/> as a singleton, unless the services have one. Its HttpClient comes from
        /// the IHttpClientFactory, and it logs its events to the category Stockroom.
        /// </summary>
        /// <param name="services">The services of the program.</param>
        /// <param name="configure">Sets the options, for example by binding a section of the configuration.</param>
        /// <returns>The builder of the HttpClient, for a proxy or certificates.</returns>
        public static IHttpClientBuilder AddStockroom(
            this IServiceCollection services, Action<StockroomClientOptions> configure)
        {
            services.Configure(configure);
            services.TryAddSingleton(Create);
            return services.AddHttpClient(Name, http => http.Timeout = Timeout.InfiniteTimeSpan)
#if !NETCOREAPP3_1 // whose factory cannot hide headers
                .RedactLoggedHeaders(new[] { "accesstoken", "sign" })
#endif
                // a singleton keeps its handler
                .ConfigurePrimaryHttpMessageHandler(HttpTransport.NewHandler)
                .SetHandlerLifetime(Timeout.InfiniteTimeSpan);
        }

        private static StockroomClient Create(IServiceProvider services)
        {
            var options = services.GetRequiredService<IOptions<StockroomClientOptions>>().Value;
            var logger = services.GetService<ILoggerFactory>()?.CreateLogger(Name);
            if (logger != null)
                options.LogTo(logger);
            return new StockroomClient(options, services.GetRequiredService<IHttpClientFactory>().CreateClient(Name));
        }
    }
}
