// Not run here: needs Windows, SQL Server, and the packages Microsoft.Extensions.Hosting.WindowsServices and
// Microsoft.Data.SqlClient. Install it with: sc.exe create StockSync binPath= C:\StockSync\StockSync.exe
using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Data.SqlClient;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Stockroom;

Host.CreateDefaultBuilder(args)
    .UseWindowsService()
    .ConfigureServices((context, services) =>
    {
        services.AddStockroom(options => context.Configuration.GetSection("Stockroom").Bind(options));
        services.AddHostedService<PushEveryFiveMinutes>();
    })
    .Build()
    .Run();

sealed class PushEveryFiveMinutes : BackgroundService
{
    private readonly StockSync sync;
    private readonly string connectionString;
    private readonly ILogger<PushEveryFiveMinutes> log;

    public PushEveryFiveMinutes(
        StockroomClient stockroom, IConfiguration configuration, ILogger<PushEveryFiveMinutes> log)
    {
        var folder = Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData);
        sync = new StockSync(stockroom, Path.Combine(folder, "StockSync.json"));
        connectionString = configuration.GetConnectionString("Erp")!;
        this.log = log;
    }

    protected override async Task ExecuteAsync(CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMinutes(5));
        do
        {
            try
            {
                await PushAsync(stopping);
            }
            catch (Exception e) when (e is StockroomException || e is SqlException)
            {
                log.LogError(e, "not pushed; the next run sends what is left");
            }
        }
        while (await timer.WaitForNextTickAsync(stopping));
    }

    private async Task PushAsync(CancellationToken stopping)
    {
        using var erp = new SqlConnection(connectionString);
        await erp.OpenAsync(stopping);
        using var query = new SqlCommand("SELECT art_no, color, size, stock FROM stock", erp);
        using var rows = await query.ExecuteReaderAsync(stopping);
        var report = await sync.PushAsync(rows, stopping);
        foreach (var rejected in report.Rejected)
            log.LogWarning("{ArtNo} {Color} {Size}: {Reason}",
                rejected.Entry.ArtNo, rejected.Entry.Color, rejected.Entry.Size, rejected.Reason);
    }
}
